import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRole } from '../../session/role.js';

/** Loads everything that is shown anew when the user has got another role: other calls are permitted then. */
export function useRefreshOnRole(): void {
  const client = useQueryClient();
  const role = useRole();
  const shown = useRef(role);
  useEffect(() => {
    if (shown.current === role) return;
    shown.current = role;
    // react-admin's answers for the other role; those on the screen are asked for again with everything else.
    client.removeQueries({ queryKey: ['auth', 'canAccess'], type: 'inactive' });
    void client.invalidateQueries();
  }, [client, role]);
}
