import { redirect } from 'react-router';

/** Redirects the address that papers over the same gift had of their own. */
export function loader() {
  return redirect('/admin/receipt-runs');
}
