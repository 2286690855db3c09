import { ConflictException } from '@nestjs/common';
import { messages } from '../../../domain/messages.js';

/** 409 for a change of an older version of a record; the field `version` carries the message, by which forms know it. */
export class EditConflictException extends ConflictException {
  constructor() {
    super({ message: messages.editConflict, errors: { version: messages.editConflict } });
  }
}
