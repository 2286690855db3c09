import { ValidateIf } from 'class-validator';

/** Validates a property unless it is left out. Unlike class-validator's IsOptional, it does not let null through. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_body, value) => value !== undefined);
