import { useLocation } from 'react-router';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { isPastFirstStep } from './step-state.ts';

/** Whether the form of this page is past its first step, of which the server knows nothing. */
export function useIsApplying(): boolean {
  const { state } = useLocation();
  return useHydrated() && isPastFirstStep(state);
}
