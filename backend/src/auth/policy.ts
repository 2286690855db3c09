import { SetMetadata } from '@nestjs/common';

export const publicKey = 'public';
export const rolesKey = 'roles';

/** A route that needs no sign-in. Every other route is guarded by default. */
export const Public = () => SetMetadata(publicKey, true);

/** The roles that may call a route. A guarded route without this decorator is open to nobody. */
export const Roles = (...roles: string[]) => SetMetadata(rolesKey, roles);
