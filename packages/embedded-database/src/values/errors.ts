/** Names of the error codes that the embedded database uses, as in MongoDB's error_codes.yml. */
const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  17: 'ProtocolError',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  79: 'UnknownReplWriteConcern',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  111: 'NotExactValueField',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  125: 'CommandFailed',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  181: 'AmbiguousIndexKeyPattern',
  197: 'InvalidIndexSpecificationOption',
  224: 'QueryFeatureNotAllowed',
  217: 'IncompleteTransactionHistory',
  225: 'TransactionTooOld',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  322: 'APIVersionError',
  323: 'APIStrictError',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  334: 'MechanismUnavailable',
  365: 'TemporarilyUnavailable',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  12587: 'BackgroundOperationInProgressForNamespace',
  14031: 'OutOfDiskSpace',
  17280: 'KeyTooLong',
};

/** An error with MongoDB's code, its name, and the further fields of its reply. */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly labels: string[] = [],
  ) {
    super(message);
  }

  get codeName(): string {
    return codeNames[this.code] ?? `Location${this.code}`;
  }

  /** The body of a failed command. */
  toReply(): Record<string, unknown> {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      ...this.extra,
      ...(this.labels.length > 0 && { errorLabels: this.labels }),
    };
  }
}

/** Makes an error of MongoDB: its code, the message, further fields of its reply and its labels. */
export const fail = (...parameters: ConstructorParameters<typeof MongoError>): MongoError =>
  new MongoError(...parameters);

/**
 * Reasons why a data folder cannot be used: another process has it open, a file is damaged, a newer version wrote it,
 * the disk is full, the folder cannot be written to, or a file is not of this program.
 */
export type DataFolderErrorCode = 'IN_USE' | 'DAMAGED' | 'NEWER' | 'FULL' | 'NOT_WRITABLE' | 'FOREIGN';

/** A data folder or a backup that cannot be used. Nothing in it was changed; the caller adds the remedy. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(
    readonly code: DataFolderErrorCode,
    message: string,
    /** The message's facts for programs: the file or folder, the process that has it open, the formats. */
    readonly facts: { path?: string; pid?: number; format?: number; supported?: number } = {},
  ) {
    super(message);
  }
}

/** The error of a file of a format that this version does not know. */
export const newerFormat = (path: string, format: number, supported: number): DataFolderError =>
  new DataFolderError(
    'NEWER',
    `${path} has format ${format}, and this version knows formats up to ${supported}`,
    { path, format, supported },
  );

/** An error that ends a transaction, which has to be retried. */
export const transient = (code: number, message: string): MongoError =>
  new MongoError(code, message, {}, ['TransientTransactionError']);

/** The error of the later of two transactions that write the same document or unique key. */
export const writeConflict = (): MongoError =>
  transient(
    112,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
  );

export function unsupported(what: string): MongoError {
  return new MongoError(115, `${what} is not supported by the embedded database`);
}

/** Returns the error for clients: a MongoError itself, or the message of an internal error without its stack. */
export function asMongoError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  if (error instanceof DataFolderError) {
    const { code, message, facts } = error;
    return new MongoError(code === 'FULL' ? 14031 : 1, message, { dataFolder: { code, facts } });
  }
  return new MongoError(1, error instanceof Error ? error.message : String(error));
}
