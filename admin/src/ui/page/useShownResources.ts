import { can } from '#domain/platform/roles';
import { useFeatures } from '../../data/useCounts.js';
import { useRole } from '../../data/session/role.js';
import { type ResourceDefinition, rightsOf, useResourceGroups } from './resource.js';

/** The groups of resources that are in use and that the signed-in user may read. */
export function useShownResources(): ResourceDefinition[][] {
  const role = useRole();
  const features = useFeatures();
  const shown = useResourceGroups().map((group) =>
    group.filter(
      (resource) => (!resource.needs || features[resource.needs]) && can(role, 'read', rightsOf(resource)),
    ),
  );
  return shown.filter((group) => group.length > 0);
}
