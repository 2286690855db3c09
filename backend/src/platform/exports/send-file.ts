import type { FastifyReply } from 'fastify';

/** Sends a file as a download; its name has letters, digits, hyphens and dots only. */
export async function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  file: Buffer,
): Promise<void> {
  // Refused meanwhile, as it took too long.
  if (reply.sent || reply.raw.headersSent) return;
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .send(file);
}
