import type { RoleInput } from '#domain/people';
import { type Role, roles } from '#domain/roles';
import { all, oneOf, required } from '#domain/rules';
import { ValidateWith } from '../http/validate-with.decorator.js';

const roleRule = all(required('Role is required'), oneOf(roles, `Role must be one of ${roles.join(', ')}`));

export class RoleDto implements RoleInput {
  @ValidateWith(roleRule)
  role!: Role;
}
