import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { Access, Resource } from '#domain/platform/roles';

export const IS_PUBLIC_KEY = 'public';
export const recentProofKey = 'recent proof';
export const beforeSecondFactorKey = 'before second factor';
export const costlyKey = 'costly';
export const permissionKey = 'permission';

/** A route's need: to read or to write each of these resources. */
export interface Permission {
  access: Access;
  resources: readonly Resource[];
}

/**
 * A route that needs no sign-in; on a class, all of its routes. Every other route is guarded by default. SECURITY.md lists
 * each one with what protects it instead (backend/suites/security/policy.spec.ts compares).
 */
export const Public = () => SetMetadata(IS_PUBLIC_KEY, true);

const needs = (permission: Permission) =>
  applyDecorators(SetMetadata(permissionKey, permission), ApiBearerAuth());

/** A route for roles that may read these resources. One with neither this nor `Writes` refuses every caller. */
export const Reads = (...resources: Resource[]) => needs({ access: 'read', resources });

/** A route for the roles that may write these resources. */
export const Writes = (...resources: Resource[]) => needs({ access: 'write', resources });

/** A route that is open to a person who has to set up a second factor first: see REQUIRE_SECOND_FACTOR. */
export const BeforeSecondFactor = () => SetMetadata(beforeSecondFactorKey, true);

/** A route that asks for the password, a code or a passkey again where the last proof is older than 15 minutes. */
export const RecentProof = () => SetMetadata(recentProofKey, true);

/**
 * A guarded route that takes more than 50 ms of the processor, or a thread: an account may call all of these together
 * RATE_LIMIT_COSTLY times a minute.
 */
export const Costly = () => SetMetadata(costlyKey, true);
