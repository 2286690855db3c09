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

/** Returns the decorator that injects a path's ObjectId of 24 hex digits; anything else is 404 with the message. */
export const idOf = (notFound: string): ParameterDecorator => Param('id', new ObjectIdPipe(notFound));
