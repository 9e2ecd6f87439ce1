const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u16 = (value: number): Buffer => u32(value).subarray(0, 2);
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function attribute(level: number, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

/** Creates a `winmail.dat` with these files as Outlook does: with a short name and, in the properties, the long name. */
export function makeTnef(files: readonly { name: string; longName?: string; type?: string; bytes: Buffer }[]): Buffer {
  const text = (id: number, value: string): Buffer => {
    const bytes = Buffer.from(`${value}\0`, 'utf16le');
    return Buffer.concat([u16(0x001f), u16(id), u32(1), u32(bytes.length), padded(bytes)]);
  };
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00069007, Buffer.concat([u32(1252), u32(0)])),
    ...files.flatMap(({ name, longName, type, bytes }) => {
      const properties = [
        Buffer.concat([u16(0x0003), u16(0x3705), u32(1)]),
        Buffer.concat([u16(0x0003), u16(0x8001), Buffer.alloc(16), u32(0), u32(7), u32(1)]),
        ...(longName === undefined ? [] : [text(0x3707, longName)]),
        ...(type === undefined ? [] : [text(0x370e, type)]),
      ];
      return [
        attribute(2, 0x00069002, Buffer.alloc(14)),
        attribute(2, 0x00018010, Buffer.from(`${name}\0`, 'latin1')),
        attribute(2, 0x0006800f, bytes),
        attribute(2, 0x00069005, Buffer.concat([u32(properties.length), ...properties])),
      ];
    }),
  ]);
}
