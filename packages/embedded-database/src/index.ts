export {
  compact,
  isOpen,
  listen,
  join,
  type Database,
  type JoinedDatabase,
  type ListenOptions,
} from './server/launcher.js';
export { restore, undoRestore } from './storage/backup.js';
export { verifyBackup } from './storage/files/backup-file.js';
export { hasDatabase } from './storage/files/data-directory.js';
export { readClosed } from './storage/read-closed.js';
export { DataFolderError, type DataFolderErrorCode } from './values/errors.js';
