/** Today's date by the server's clock. The component renders again only when the day changes. */
import { type IstDate, istDateOf } from '../../core/ist-time.ts';
import { useServerTime } from './use-server-now.tsx';

export const useToday = (): IstDate => useServerTime(istDateOf);
