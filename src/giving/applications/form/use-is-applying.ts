import { useLocation } from 'react-router';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { isPastFirstStep } from './step-state.ts';

/** Whether this page's form is past its first step; always false on the server. */
export function useIsApplying(): boolean {
  const { state } = useLocation();
  return useHydrated() && isPastFirstStep(state);
}
