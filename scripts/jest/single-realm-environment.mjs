// Runs every spec file of a worker in the worker's own realm, without a vm context of its own. The packages and files that
// are loaded once (shared-modules-runtime.cjs), and those of one spec file, so have the same Array and Error: mongoose and
// Nest compare them. A spec file must leave no changed module behind: `jest.restoreAllMocks()`.
import { TestEnvironment } from 'jest-environment-node';

/** Global variables in which jest keeps what belongs to one spec file. */
const ofOneFile = /EVENT_HANDLERS|JEST_STATE_SYMBOL/;

export default class SingleRealmEnvironment extends TestEnvironment {
  #console = globalThis.console;
  // Jest replaces it for each file by a function that reports the call.
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #env = { ...process.env };

  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    const { moduleMocker, fakeTimersModern } = this;
    this.moduleMocker = new moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
  }

  /** Leaves to the next spec file what this one found. */
  async teardown() {
    for (const key of Reflect.ownKeys(globalThis)) if (ofOneFile.test(String(key))) delete globalThis[key];
    globalThis.console = this.#console;
    Object.defineProperty(process, 'exit', this.#exit);
    for (const name of Object.keys(process.env))
      if (!Object.hasOwn(this.#env, name)) delete process.env[name];
    Object.assign(process.env, this.#env);
    await super.teardown();
  }
}
