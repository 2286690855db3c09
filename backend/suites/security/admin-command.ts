import { TestServer } from '../../../e2e/support/server.js';
import { type ProgramResult, runProgram } from '../../src/testing/run-program.js';

// Its own embedded database, which the command must reach while the server has it open, unless the suites run on MongoDB.
const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;

/** A running server, and `npm run admin` beside it. */
export class AdministeredServer {
  private constructor(readonly server: TestServer) {}

  static async start(): Promise<AdministeredServer> {
    return new AdministeredServer(await TestServer.start(ownDatabase));
  }

  /** Runs the command as an operator does; `input` is typed into it. */
  admin(args: string[], input = ''): Promise<ProgramResult> {
    // As npm run admin does.
    const env = { ...this.server.environment, npm_lifecycle_event: 'admin' };
    return runProgram('people/accounts-cli', args, { env, input });
  }

  post(path: string, body: object, token?: string): Promise<Response> {
    return fetch(`${this.server.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  }

  signIn(username: string, password: string): Promise<Response> {
    return this.post('auth/login', { username, password });
  }

  async verify(token: string): Promise<number> {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${this.server.url}/api/auth/verify`, { headers })).status;
  }
}
