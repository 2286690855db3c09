import { TestServer } from '../../src/testing/test-server.js';
import { type ProgramResult, runProgram } from '../../src/testing/run-program.js';

// Its own embedded database, which the command must reach while the server has it open, unless the suites run on MongoDB.
const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;

/** Runs a server for the tests of the present describe, and gives them `npm run admin` beside it. */
export function administeredServer() {
  let server: TestServer;
  beforeAll(async () => (server = await TestServer.start(ownDatabase)));
  afterAll(() => server.dispose());

  /** Runs the command as an operator does; `input` is typed into it. */
  const admin = (args: string[], input = ''): Promise<ProgramResult> => {
    // As npm run admin does.
    const env = { ...server.environment, npm_lifecycle_event: 'admin' };
    return runProgram('commands/admin', args, { env, input });
  };
  const post = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const signIn = (username: string, password: string) => post('auth/login', { username, password });
  const verify = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/api/auth/verify`, { headers })).status;
  };
  return { server: () => server, admin, post, signIn, verify };
}
