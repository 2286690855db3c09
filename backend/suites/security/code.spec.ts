import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../../src');

/** The server's own files: without tests, their helpers, and the sample data. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.spec\.ts$|^(?:testing|programs\/seed)\//.test(name),
);

describe('the code of the server', () => {
  it('runs no command, evaluates no text, redirects nowhere, and calls no address but the mail server', () => {
    expect(files.length).toBeGreaterThan(150);
    const forbidden = [
      /child_process|\beval\(|new Function|node:vm/,
      /\.redirect\(|\bfetch\(|https?\.(?:get|request)\(/,
      /node:dgram|(?:net|tls)\.(?:connect|createConnection)\(|new Socket\(/,
    ];
    const isForbidden = (name: string) => {
      const text = readFileSync(join(source, name), 'utf8');
      return forbidden.some((pattern) => pattern.test(text));
    };
    // The process that keeps the server running starts the server's own program, which runs the script that the build has
    // made of it. The operator's command sends sample events to their own server; the server loads nothing of it.
    expect(files.filter(isForbidden).sort()).toEqual([
      'main.ts',
      'programs/commands/card-event.ts',
      'programs/compiled-serving.ts',
    ]);
  });
});
