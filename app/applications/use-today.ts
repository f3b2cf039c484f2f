import { useHydrated } from '#app/ui/use-hydrated.ts';
import { jstDay } from '#domain/values/timestamp.ts';

/**
 * Today in Asia/Tokyo as YYYY-MM-DD; undefined until the browser can say, so that a page which was
 * kept from yesterday is none the worse.
 */
export function useToday(): string | undefined {
  return useHydrated() ? jstDay(new Date()) : undefined;
}
