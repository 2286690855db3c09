import type { FastifyReply } from 'fastify';

/** Sends a document's file as a download under its number, which has letters, digits and hyphens only. */
export async function sendPdf(reply: FastifyReply, number: string, file: Buffer): Promise<void> {
  // Refused meanwhile, as it took too long.
  if (reply.sent || reply.raw.headersSent) return;
  await reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
    .header('Cache-Control', 'no-store')
    .send(file);
}
