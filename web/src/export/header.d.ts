declare module '*/posenc.hpp' {
  import type { Header } from './cpp.ts';

  const header: Header;
  export default header;
}
