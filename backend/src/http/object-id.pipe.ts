import { Injectable, NotFoundException, type PipeTransform } from '@nestjs/common';
import { Types } from 'mongoose';

/** The 24 hex digits of a path as an ObjectId; anything else names nothing that exists: 404 with the message. */
@Injectable()
export class ObjectIdPipe implements PipeTransform<string, Types.ObjectId> {
  constructor(private readonly notFound: string) {}

  transform(value: string): Types.ObjectId {
    if (!/^[0-9a-f]{24}$/i.test(value)) throw new NotFoundException(this.notFound);
    return new Types.ObjectId(value);
  }
}
