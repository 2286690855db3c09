import { loadServing } from './programs/compiled-serving.js';
import { start } from './programs/start.js';

await start(loadServing);
