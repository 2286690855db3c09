import { ConflictException } from '@nestjs/common';
import { messages } from '#domain/platform/messages';

/** 409 for a change made on an older version of a record; forms recognise it by the field `version` in `errors`. */
export class EditConflictException extends ConflictException {
  constructor() {
    super({ message: messages.editConflict, errors: { version: messages.editConflict } });
  }
}
