import type { DatabaseConfig } from './database-settings.js';
import type { ServerConfig } from './server-settings.js';

/**
 * The settings from the environment, checked once at startup. The folders that settings belong to parse them and add
 * them here; backend/src/settings.ts names all of them.
 */
export interface Config extends DatabaseConfig, ServerConfig {}
