import http from 'node:http';

export interface Call {
  method: string;
  /** Path and query, as it goes over the wire. */
  path: string;
  headers?: Record<string, string>;
  /** The body as text: it may be JSON that JSON.stringify would not write. */
  body?: string;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Longest time of a response, in milliseconds: a longer one counts as a hang. */
const timeoutMs = 20_000;

/** Calls a server over keep-alive connections. */
export class Client {
  readonly agent = new http.Agent({ keepAlive: true });
  calls = 0;
  slowest = 0;

  constructor(private readonly port: number) {}

  send({
    method,
    path,
    headers = {},
    body,
  }: Omit<Call, 'body'> & { body?: string | Buffer }): Promise<Answer> {
    this.calls += 1;
    const started = Date.now();
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          port: this.port,
          host: '127.0.0.1',
          method,
          path,
          agent: this.agent,
          timeout: timeoutMs,
          // Stated for every method: without it Node sends the body of a GET as bytes that belong to no request.
          headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            this.slowest = Math.max(this.slowest, Date.now() - started);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString('utf8'),
            });
          });
        },
      );
      request.on('timeout', () =>
        request.destroy(new Error(`${method} ${path} hangs: ${String(body).slice(0, 500)}`)),
      );
      request.on('error', reject);
      request.end(body);
    });
  }
}
