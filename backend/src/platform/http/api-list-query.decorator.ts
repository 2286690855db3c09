import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiQuery } from '@nestjs/swagger';
import { defaultPageSize, exportFormats, maximumPageSize } from '#domain/platform/lists';
import { orEmpty, type RuleSchema } from '#domain/platform/rules';
import { Costly } from './access.decorators.js';
import {
  commonFilters,
  type ListSpec,
  maximumPage,
  maximumText,
  momentPattern,
  orderOf,
} from './list-query.js';

/** Describes text of a query, which may be empty: it is the same as none then. */
const optionalText = ({ enum: allowed, pattern, ...schema }: RuleSchema): object => ({
  type: 'string',
  ...schema,
  ...(allowed && { enum: [...allowed, ''] }),
  ...(pattern && { pattern: orEmpty(pattern) }),
});

/** Describes an optional text of a query. */
export const ApiText = (name: string, description: string, schema: RuleSchema): MethodDecorator =>
  ApiQuery({ name, required: false, description, schema: optionalText(schema) });

/** Describes a text of a path. */
export const ApiSegment = (name: string, description: string, pattern: string): MethodDecorator =>
  ApiParam({ name, description, schema: { type: 'string', pattern } });

/** Describes the filters of a list or an export, from the specification that parses them. */
const filterQueries = ({ filters, ranges = {} }: ListSpec) => [
  ...Object.entries({ ...commonFilters, ...filters }).map(
    ([field, { schema = { maxLength: maximumText }, description = 'Only records with this' }]) =>
      ApiQuery({
        name: `filter[${field}]`,
        required: false,
        description: `${description}; an empty text filters nothing`,
        schema: optionalText(schema),
      }),
  ),
  ...Object.entries(ranges).flatMap(([field, operators]) =>
    Object.keys(operators).map((operator) =>
      ApiQuery({
        name: `filter[${field}][${operator}]`,
        required: false,
        description: 'An ISO date, or date and time; an empty text filters nothing',
        schema: optionalText({ pattern: momentPattern }),
      }),
    ),
  ),
];

const sortQuery = (spec: ListSpec) =>
  ApiQuery({
    name: 'sort',
    required: false,
    schema: {
      ...optionalText({ enum: Object.keys(spec.sorts).flatMap((name) => [name, `-${name}`]) }),
      default: orderOf(spec),
    },
  });

/** The key of a list's specification among the metadata of its route. */
export const listKey = 'list';

/** Describes the query of a list: page, sort and filters. */
export const ApiListQuery = (spec: ListSpec): MethodDecorator => {
  const whole = (name: string, fallback: number, maximum: number) =>
    ApiQuery({ name, required: false, schema: { type: 'integer', minimum: 1, default: fallback, maximum } });
  return applyDecorators(
    SetMetadata(listKey, spec),
    whole('page', 1, maximumPage),
    whole('limit', defaultPageSize, maximumPageSize),
    sortQuery(spec),
    ...filterQueries(spec),
  );
};

/** Describes the query of a call that returns all that match: sort, filters and the shown number. It is costly. */
export const ApiMatchingQuery = (spec: ListSpec): MethodDecorator =>
  applyDecorators(
    SetMetadata(listKey, { ...spec, isCostly: true } satisfies ListSpec),
    ApiQuery({
      name: 'count',
      required: false,
      description: 'The number that was shown: the call is refused with 409 where another one matches',
      schema: { type: 'integer', minimum: 1 },
    }),
    sortQuery(spec),
    ...filterQueries(spec),
  );

const binary = { schema: { type: 'string', format: 'binary' } };

/** Describes a returned file, and the query of its format. It counts as costly. */
export const ApiFile = (): MethodDecorator =>
  applyDecorators(
    Costly(),
    ApiOkResponse({
      content: {
        'text/csv': binary,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
      },
    }),
    ApiQuery({
      name: 'format',
      required: false,
      schema: { type: 'string', enum: [...exportFormats], default: 'csv' },
    }),
    ApiQuery({
      name: 'decimal',
      required: false,
      description:
        'Numbers of a CSV file with a decimal comma and semicolons between its cells, for an Excel whose lists are so',
      schema: { type: 'string', enum: ['comma'] },
    }),
  );

/**
 * Describes the query of an export, its format and the list's filters, `plain` of them by their names alone too, and the
 * returned file. It counts as costly.
 */
export const ApiExport = (spec: ListSpec, plain: readonly string[] = []): MethodDecorator =>
  applyDecorators(
    ApiFile(),
    ...filterQueries(spec),
    ...plain.map((name) => ApiText(name, `The same as filter[${name}]`, { maxLength: maximumText })),
  );
