import { FlagsPage } from './FlagsPage.tsx';

export default function UnderDevelopmentFlagsScreen() {
  return <FlagsPage category="developing" />;
}
