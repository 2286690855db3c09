import { readCommand } from './account-commands.js';

// The process's end by one line and 1 is that of every program: cli.spec.ts.
describe('npm run admin, before it opens the database', () => {
  beforeAll(() => (process.env.npm_lifecycle_event = 'admin'));

  it.each<[string, string[], object, string]>([
    [
      'nothing to do',
      [],
      {},
      'admin takes one of list, add, password, role, disable, enable, invite, second-factor-off, replace-secret',
    ],
    ['a name with a space', ['add', 'a b'], { email: 'a@b' }, "An account's name takes 1 to 64 letters"],
    ['a name the trail uses', ['add', 'Checkout'], { email: 'a@b' }, "An account's name takes"],
    ['the name of a program', ['add', 'Card'], { email: 'a@b' }, 'is not the name of a program'],
    ['no email', ['add', 'eve'], {}, 'add takes an email address: --email EMAIL'],
    [
      'an unknown role',
      ['add', 'eve'],
      { email: 'e@b', role: 'boss' },
      'A role is one of admin, manager, viewer, not "boss"',
    ],
    [
      'a change to an unknown role',
      ['role', 'admin', 'boss'],
      {},
      'A role is one of admin, manager, viewer, not "boss"',
    ],
    [
      'an invitation to an unknown role',
      ['invite', 'bob@example.com', 'boss'],
      {},
      'A role is one of admin, manager, viewer, not "boss"',
    ],
    ['no name', ['password'], {}, 'NAME is missing. The usage is: npm run admin -- password NAME'],
    ['no role', ['role', 'admin'], {}, 'ROLE is missing. The usage is: npm run admin -- role NAME ROLE'],
    [
      'a stray argument',
      ['list', 'admin'],
      {},
      "Unexpected argument 'admin'. The usage is: npm run admin -- list",
    ],
    ['an option of another command', ['disable', 'admin'], { email: 'a@b' }, 'disable does not take --email'],
  ])('refuses %s', (_, [name = '', ...args], values, message) => {
    expect(() => readCommand(name, args, values)).toThrow(message);
  });
});
