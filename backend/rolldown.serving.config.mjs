export { serving as default } from './rolldown.config.mjs';
