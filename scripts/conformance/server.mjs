// The built server that a part of npm run test:long talks to.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../build-system.mjs';

export const admin = { username: 'admin', password: 'correct horse battery staple' };

/** Starts the built server on a free port with an empty database in the folder; returns it and its address. */
export function startServer(folder) {
  const server = spawn(process.execPath, [join(root, 'dist/backend/src/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      MONGODB_URI: '',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_CHECKOUT: '1000000',
      RATE_LIMIT_MAILS: '1000000',
      RATE_LIMIT_LOGIN: '1000000',
      RATE_LIMIT_REFRESH: '1000000',
      RATE_LIMIT_COSTLY: '1000000',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_contract',
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    server.stdout.on('data', (data) => {
      const address = /listens at (http:\S+)/.exec(String(data))?.[1];
      if (address) resolve({ server, address });
    });
  });
}
