import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends a file as a download; its name has letters, digits, hyphens and dots only. A stream is made while it is read. */
export async function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  file: Buffer | Readable,
): Promise<void> {
  // Refused meanwhile, as it took too long.
  if (reply.sent || reply.raw.headersSent) {
    if (file instanceof Readable) file.destroy();
    return;
  }
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .send(file);
}
