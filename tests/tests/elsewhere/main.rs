//! Other people's histories replayed: what PostgreSQL does to a part of an interval, what files said
//! over the commits of real repositories, supersessions given as typed writes, and lists of facts
//! where the later one holds. The data lies beside the repository; where it is absent the tests say
//! that they skipped.

mod factconsolidation;
mod git_gold;
mod postgres;
mod statebench;
