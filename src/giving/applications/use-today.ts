import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { jstDay } from '#kit/values/timestamp.ts';

/**
 * Today in Asia/Tokyo as YYYY-MM-DD; undefined until the browser runs, so that a page cached
 * yesterday never shows yesterday's date.
 */
export function useToday(): string | undefined {
  return useHydrated() ? jstDay(new Date()) : undefined;
}
