import net from 'node:net';
import { deserialize, serialize, type Document } from 'bson';
import { DataFolderError } from '../values/errors.js';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** A reply's document follows the header, its flags and the kind of its one section. */
const BODY_AT = HEADER_BYTES + 5;

/**
 * Runs one command on the database that listens on a socket, without a driver.
 * @throws Error with the database's error message, a DataFolderError where it is one there, or the reason why it cannot be
 *   reached
 */
export function runCommand(socket: string, command: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = net.connect(socket, () => connection.write(messageOf(command)));
    let received = Buffer.alloc(0);
    connection.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < HEADER_BYTES || received.length < received.readInt32LE(0)) return;
      connection.end();
      const { ok, errmsg, dataFolder } = deserialize(received.subarray(BODY_AT, received.readInt32LE(0)));
      const { code, facts } = (dataFolder ?? {}) as Partial<DataFolderError>;
      if (ok) resolve();
      else reject(code ? new DataFolderError(code, String(errmsg), facts) : new Error(String(errmsg)));
    });
    connection.once('error', reject);
    connection.once('close', () => reject(new Error('The database closed the connection')));
  });
}

function messageOf(command: Document): Buffer {
  const body = serialize(command);
  const message = Buffer.alloc(BODY_AT + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(OP_MSG, 12);
  message.set(body, BODY_AT);
  return message;
}
