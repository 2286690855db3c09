/**
 * The settings from the environment, checked once at startup. The folders that settings belong to parse them and add
 * them here; backend/src/settings.ts names all of them.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each folder adds its own
export interface Config {}
