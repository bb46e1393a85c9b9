/** Express 4, whose own types are not installed: of what the tests use, both have the same. */
declare module 'express4' {
  export { default } from 'express';
}
