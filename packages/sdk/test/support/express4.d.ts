/** Declares Express 4, which has no types, with the types of Express 5 for the parts that the tests use. */
declare module 'express4' {
  export { default } from 'express';
}
