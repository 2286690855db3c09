import type { Health } from './health.js';
import type { ServerWarnings } from './warnings.js';

/** The JSON of the answers to the calls about the server. */
export interface PlatformAnswers {
  'GET /health/live': { status: 'ok' };
  'GET /health': Health;
  'GET /warnings': ServerWarnings;
}
