import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';

export const IS_PUBLIC_KEY = 'public';
export const rolesKey = 'roles';
export const recentProofKey = 'recent proof';

/** A route that needs no sign-in. Every other route is guarded by default. */
export const Public = () => SetMetadata(IS_PUBLIC_KEY, true);

/** The roles that may call a route. A guarded route without this decorator refuses every caller. */
export const Roles = (...roles: string[]) => applyDecorators(SetMetadata(rolesKey, roles), ApiBearerAuth());

/** A route that asks for the password, a code or a passkey again where the last proof is older than 15 minutes. @public */
export const RecentProof = () => SetMetadata(recentProofKey, true);
