import { useQuery } from '@tanstack/react-query';

/** Returns the address that a mistyped one probably stands for; its rule is loaded when it is asked for first. */
export function useMeantEmail(email: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['meantEmail', email],
    queryFn: async () => (await import('#domain/customers/email-suggestion')).suggestedEmail(email) ?? null,
    enabled: email !== '',
    staleTime: Infinity,
  });
  return data ?? undefined;
}
