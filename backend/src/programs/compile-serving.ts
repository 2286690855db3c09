import { compileServing } from './compiled-serving.js';

compileServing();
