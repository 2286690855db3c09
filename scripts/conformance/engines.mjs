// Firefox, by WebDriver BiDi, and WebKit, by WebDriver, as Debian packages them. Each gives a tab that opens addresses and
// says the value of an expression.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** The programs that were started. */
const children = [];

function launch(...parameters) {
  const child = spawn(...parameters);
  children.push(child);
  return child;
}

/** Ends the engines' programs; WebKit's driver ends its browser. */
export const endPrograms = () => children.splice(0).forEach((child) => child.kill());

/** Starts a program; returns what `output` finds in what it prints. */
function start(program, args, output, { stdio = ['ignore', 'pipe', 'pipe'] } = {}) {
  const child = launch(program, args, { stdio });
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
    for (const stream of child.stdio.slice(1))
      stream.on('data', (data) => {
        printed += data;
        const found = output.exec(printed)?.[1];
        if (found) resolve(found);
      });
  });
}

async function openFirefox(profile) {
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const address = await start('firefox-esr', args, /listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === 'error') reject?.(new Error(message));
    else resolve?.(result);
  };
  let calls = 0;
  const call = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++calls, { resolve, reject });
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  await call('session.new', { capabilities: {} });
  const { contexts } = await call('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    goTo: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async valueOf(expression) {
      const params = { target: { context }, awaitPromise: true, expression: `JSON.stringify(${expression})` };
      const { result, exceptionDetails } = await call('script.evaluate', params);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
  };
}

/** Returns a port that is free. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until the driver listens. */
async function untilReady(url) {
  for (let tries = 0; tries < 100; tries++) {
    const isReady = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not listen');
}

async function openWebKit(folder) {
  const screen = ['-displayfd', '3', '-screen', '0', '1280x900x24'];
  const display = await start('Xvfb', screen, /^(\d+)\n/m, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DISPLAY: `:${display}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    // Without a graphics card it draws by the processor; its sandbox needs what a container has not.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  launch('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const call = async (path, body) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}/session${path}`, init);
    const { value } = await response.json();
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  await untilReady(url);
  const { sessionId } = await call('', { capabilities: {} });
  return {
    goTo: (address) => call(`/${sessionId}/url`, { url: address }),
    valueOf: (expression) =>
      call(`/${sessionId}/execute/sync`, { script: `return ${expression};`, args: [] }),
  };
}

/** The engines beside Chromium's: the programs that each needs, Debian's packages of them, and how a tab is opened. */
export const engines = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: 'firefox-esr', open: openFirefox },
  {
    name: 'WebKit',
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: 'webkit2gtk-driver xvfb',
    open: openWebKit,
  },
].map((engine) => ({ ...engine, isInstalled: engine.programs.every(isInstalled) }));
