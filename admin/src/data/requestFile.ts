import { requestStream } from './session/request.js';
import { withDefaultMessage } from './apiErrors.js';

/** A file of the server, under the name that it gives it. */
export interface ServerFile {
  file: Blob;
  name: string;
}

/** Returns a file of the server; `failure` is told where the server says nothing. */
export async function requestFile(path: string, failure: string): Promise<ServerFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [type, name] = ['', ''];
  const call = requestStream(
    path,
    {},
    (piece) => pieces.push(piece),
    (headers) => {
      type = headers.get('Content-Type') ?? '';
      name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
    },
  );
  await withDefaultMessage(failure, call);
  return { file: new Blob(pieces, { type }), name };
}
