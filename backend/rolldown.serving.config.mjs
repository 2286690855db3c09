import { serving } from './rolldown.config.mjs';

export default serving;
