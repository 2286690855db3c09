export { listen, join, type Database, type JoinedDatabase, type ListenOptions } from './server/launcher.js';
export { restore } from './storage/backup.js';
export { DataFolderError, type DataFolderErrorCode } from './values/errors.js';
