"""Verifies a signed account by the standards alone: Python's library and openssl, nothing of Colophon.

python3 verify_account.py account.json keys.json

keys.json is the issuer's document (/issuer) or its key set (/.well-known/jwks.json). Prints what was verified, or exits with 1.
"""

import base64
import hashlib
import json
import subprocess
import sys
import tempfile

KINDS = {
    "PublicationCredential": "publication",
    "CorrectionCredential": "correction",
    "WithholdingCredential": "withholding",
    "UnpublicationCredential": "unpublication",
}
# The header of an Ed25519 public key in DER (RFC 8410).
SPKI = bytes.fromhex("302a300506032b6570032100")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(value):
    if isinstance(value, int):
        return str(value)
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    text = repr(value)
    if "e" not in text:
        return text
    digits, exponent = text.split("e")
    power = int(exponent)
    if -7 < power < 0:
        digits = digits.replace(".", "").lstrip("-")
        return ("-" if value < 0 else "") + "0." + "0" * (-power - 1) + digits
    return f"{digits.removesuffix('.0')}e{'+' if power > 0 else '-'}{abs(power)}"


def canonical(value):
    """RFC 8785."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(json.dumps(name, ensure_ascii=False) + ":" + canonical(value[name]) for name in names) + "}"


def digest(value):
    return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()


def require(condition, what):
    if not condition:
        sys.exit(f"refused: {what}")


def key_named(keys, kid):
    for method in keys.get("verificationMethod", []):
        if method["id"] == kid:
            return method["publicKeyJwk"]
    for key in keys.get("keys", []):
        if key["kid"] == kid.split("#")[-1]:
            return key
    sys.exit(f"refused: no key {kid}")


def verified(jws, keys):
    head, body, signature = jws.split(".")
    header = json.loads(decode(head))
    require(header["alg"] == "Ed25519" and header["typ"] == "vc+jwt", "the header")
    key = key_named(keys, header["kid"])
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("key.der", SPKI + decode(key["x"])), ("text", f"{head}.{body}".encode()), ("signature", decode(signature))):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", f"{folder}/key.der"]
        command += ["-rawin", "-in", f"{folder}/text", "-sigfile", f"{folder}/signature"]
        require(subprocess.run(command, capture_output=True).returncode == 0, "the signature")
    payload = json.loads(decode(body))
    if "#" in header["kid"]:
        require(header["kid"].split("#")[0] == payload["issuer"], "the issuer of the key")
    return payload


def evidence_of(subject):
    if "correction" in subject:
        names = ("id", "type", "summary", "note", "publishedAt")
        return {**{name: subject["correction"][name] for name in names}, "textDigest": subject["textDigest"]}
    parts = {name: subject[name] for name in ("transparency", "origins", "assistance") if name in subject}
    if list(parts) == ["transparency"]:
        return parts["transparency"]
    return parts or None


def check_edition(payload):
    subject = payload["credentialSubject"]
    if "edition" not in subject:
        return
    evidence = evidence_of(subject)
    statement = {
        "contentId": subject["contentId"],
        "number": subject["edition"],
        "kind": KINDS[payload["type"][1]],
        "textDigest": subject["textDigest"],
        "shownDigest": subject["shownDigest"],
        "evidenceDigest": None if evidence is None else digest(evidence),
        "publishedAt": payload["validFrom"],
        "previous": subject.get("previous"),
    }
    require(digest(statement) == subject["editionDigest"], "the digest of the edition")


def main():
    account, keys = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    payload = verified(account["credential"], keys)
    check_edition(payload)
    subject = payload["credentialSubject"]
    require(digest(account["text"]) == subject["textDigest"], "the text")
    if account.get("shown") is not None:
        require(digest(account["shown"]) == subject["shownDigest"], "what is shown")
    signed = [each["digest"] for each in (account.get("shown") or {}).get("authors", [])]
    for each in account.get("disclosures", []):
        hashed = base64.urlsafe_b64encode(hashlib.sha256(each.encode()).digest()).decode().rstrip("=")
        require(hashed in signed and json.loads(decode(each))[1] == "author", "the name of an author")
    for each in account["corrections"]:
        correction = verified(each if isinstance(each, str) else each["credential"], keys)
        check_edition(correction)
        require(correction["credentialSubject"]["contentId"] == subject["contentId"], "a correction of another piece")
    names = [name for name in ("edition", "version", "revision") if name in subject]
    print(payload["issuer"], subject["contentId"], *(f"{name} {subject[name]}" for name in names), len(account["corrections"]))


main()
