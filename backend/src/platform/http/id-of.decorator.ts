import { Injectable, NotFoundException, Param, type PipeTransform } from '@nestjs/common';
import { Types } from 'mongoose';
import { isId } from '#domain/platform/rules';

@Injectable()
class ObjectIdPipe implements PipeTransform<string, Types.ObjectId> {
  constructor(private readonly notFound: string) {}

  transform(value: string): Types.ObjectId {
    if (!isId(value)) throw new NotFoundException(this.notFound);
    return new Types.ObjectId(value);
  }
}

/**
 * Returns the decorator that injects the 24 hex digits of a path as an ObjectId; anything else is 404 with the message, as
 * no record has such an id.
 */
export const idOf = (notFound: string): ParameterDecorator => Param('id', new ObjectIdPipe(notFound));
