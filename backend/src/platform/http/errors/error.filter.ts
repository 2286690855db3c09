import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mongoose from 'mongoose';
import type { ApiError } from '#domain/platform/messages';
import { refusals } from '#domain/texts/en/refusals';
import { TooManyRequestsException } from './too-many-requests.exception.js';
import { loggedPath } from '../logger.js';
import type { RouteSettings } from '../route-settings.decorator.js';
import { messageFor } from '../visitor-language.js';

/** Seconds after which a client may try again while the database is unavailable. */
const retryAfterSeconds = 5;

const sentences: Record<number, string> = {
  400: refusals.notValid,
  404: refusals.notFound,
  405: refusals.wrongMethod,
  413: refusals.tooLarge,
  429: refusals.tooMany,
  500: refusals.wentWrong,
  503: refusals.notAvailable,
};

const { MongoError, MongoServerError, MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;

/** Error codes of MongoDB for commands that may succeed later (https://www.mongodb.com/docs/manual/reference/error-codes/). */
const temporaryCodes: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference: there is no primary
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** Most errors within each other that are looked at. */
const maximumDepth = 5;

/** True where the database or the driver itself says that the command, or its transaction, can be repeated. */
const isTransientError = (error: mongoose.mongo.MongoServerError): boolean =>
  ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'].some((label) =>
    error.hasErrorLabel(label),
  );

/** The errors that an error of the driver is about: those of bulk writes have that of the network as their cause or content. */
const insideOf = (error: object): unknown[] =>
  ['cause', 'errorResponse', 'err', 'reason'].map((name) => (error as Record<string, unknown>)[name]);

/** Returns whether the database could not be reached or did not respond in time, as opposed to rejecting a command. */
function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maximumDepth) return false;
  if (insideOf(error).some((inside) => inside !== error && isDatabaseAway(inside, depth + 1))) return true;
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof mongoose.Error.MongooseServerSelectionError) return true;
  if (error instanceof MongoServerError)
    return isTransientError(error) || temporaryCodes.has(Number(error.code));
  return (
    error instanceof MongoError &&
    /MongoNotConnectedError|MongoTopologyClosedError|MongoPoolClearedError|MongoWaitQueueTimeoutError|MongoExpiredSessionError/.test(
      error.name,
    )
  );
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (isDatabaseAway(error)) return 503;
  // Errors of the HTTP layer below Nest, such as a body that is too large or not JSON.
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}

/** The content type that a route takes. */
function typeSentence({ routeOptions }: FastifyRequest): string {
  const { rawBody = [] } = (routeOptions.config ?? {}) as RouteSettings;
  return rawBody.includes('application/octet-stream')
    ? 'The request must be the bytes of a file (Content-Type: application/octet-stream)'
    : refusals.notJson;
}

function bodyOf(error: unknown, statusCode: number, call: FastifyRequest): ApiError {
  const fallback =
    statusCode === 415 ? typeSentence(call) : (sentences[statusCode] ?? STATUS_CODES[statusCode] ?? 'Error');
  // The HTTP layer's own messages about a refused body are written for developers.
  if (!(error instanceof HttpException) || [405, 413, 415].includes(statusCode))
    return { statusCode, message: fallback };
  const response: string | (Partial<Omit<ApiError, 'message'>> & { message?: unknown }) = error.getResponse();
  if (typeof response === 'string') return { statusCode, message: response };
  const { message, errors, reason } = response;
  // Nest's own "Cannot GET /path" would echo the caller's text.
  if (typeof message === 'string' && /^Cannot [A-Z]+ /.test(message))
    return { statusCode, message: fallback };
  return {
    statusCode,
    message: typeof message === 'string' ? message : fallback,
    ...(errors && { errors }),
    ...(reason && { reason }),
  };
}

/** Returns a body with its messages in the language of the call. */
function inLanguageOf(call: FastifyRequest, body: ApiError): ApiError {
  const { message, errors } = body;
  const inLanguage = (text: unknown) => (typeof text === 'string' ? messageFor(call, text) : text) as string;
  return {
    ...body,
    message: inLanguage(message),
    ...(errors && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, inLanguage(text)])),
    }),
  };
}

/** Converts every thrown error into {statusCode, message, errors?}; internal causes are only logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  /**
   * @param sendNotFoundPage responds to an unknown page with the 404 page; returns false where it does not apply
   * @param onDiskFull called where a write was refused as the database's disk is full
   */
  constructor(
    private readonly sendNotFoundPage: (request: FastifyRequest, reply: FastifyReply) => boolean,
    private readonly onDiskFull: () => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const statusCode = statusOf(error);
    if (error instanceof MongoServerError && error.code === 14031) this.onDiskFull();
    if (statusCode >= 500)
      this.logger.error({
        requestId: request.id,
        method: request.method,
        path: loggedPath(request.url),
        error:
          error instanceof Error
            ? { name: error.name, message: error.message, stack: error.stack }
            : String(error),
      });
    // The status of a stream that fails midway is already sent: breaking the connection keeps the client from taking
    // the file as complete.
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (statusCode === 404 && !/^\/api(?:\/|\?|$)/.test(request.url) && this.sendNotFoundPage(request, reply))
      return;
    if (error instanceof TooManyRequestsException) void reply.header('Retry-After', error.retryAfterSeconds);
    if (statusCode === 503) void reply.header('Retry-After', retryAfterSeconds);
    void reply.status(statusCode).header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
    void reply.send(inLanguageOf(request, bodyOf(error, statusCode, request)));
  }
}
