import { parentPort, workerData } from 'node:worker_threads';
import { validatePassword } from './password-strength.js';

parentPort?.postMessage(validatePassword(...(workerData as Parameters<typeof validatePassword>)));
