import { readFileStoreAddress } from '@colophon/core/files';
import type { BackupTarget } from './backup-target.ts';
import { FolderTarget } from './folder-target.ts';
import { S3Target } from './s3-target.ts';

/**
 * Opens the place of backups at a URL: the path of a folder, or `s3://bucket/prefix?endpoint=…`. Nothing is written or requested yet. The
 * variables of S3 may have `BACKUP_` in front, for other credentials than those of the application's files.
 *
 * @throws UsageError as `readFileStoreAddress` does
 */
export function openBackupTarget(url: string, environment: NodeJS.Dict<string> = process.env): BackupTarget {
  const own = Object.entries(environment).flatMap(([name, value]) => (name.startsWith('BACKUP_AWS_') ? [[name.slice(7), value]] : []));
  const address = readFileStoreAddress(url, { ...environment, ...(Object.fromEntries(own) as NodeJS.Dict<string>) });
  return address.kind === 'folder' ? new FolderTarget(address.path) : new S3Target(address.s3);
}
