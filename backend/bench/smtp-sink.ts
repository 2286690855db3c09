// A mail server that accepts every mail and stores none.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.on('end', () => done()).resume();
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  console.log(`The mail server listens at smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
