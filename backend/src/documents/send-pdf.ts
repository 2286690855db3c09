import type { FastifyReply } from 'fastify';
import { sendFile } from '../platform/exports/send-file.js';

/** Sends a document's file as a download under its number. */
export const sendPdf = (reply: FastifyReply, number: string, file: Buffer): Promise<void> =>
  sendFile(reply, { name: `${number}.pdf`, type: 'application/pdf' }, file);
