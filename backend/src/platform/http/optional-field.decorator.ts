import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/**
 * A field that may be left out. JSON's null is no value left out: the field's rules refuse it. (class-validator's
 * IsOptional lets null through, which reaches code that takes the field's type.)
 */
export const OptionalField = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional(),
    ValidateIf((_, value) => value !== undefined),
  );
